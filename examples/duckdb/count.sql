-- One row for all attempts that are equal in each column of the layout, and how many they are.
COPY (
  SELECT height, blur, read, count(*)::DOUBLE AS attempts
  FROM 'attempts.parquet'
  GROUP BY ALL
  ORDER BY ALL
) TO 'counts.parquet';
