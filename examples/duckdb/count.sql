-- One row for all attempts that are equal in each column of the layout, and how many they are. They are in the order in
-- which they first occur, so that a fit adds them in the order in which it would add the attempts themselves.
COPY (
  SELECT height, blur, read, count(*)::DOUBLE AS attempts
  FROM read_parquet('attempts.parquet', file_row_number = true)
  GROUP BY height, blur, read
  ORDER BY min(file_row_number)
) TO 'counts.parquet';
