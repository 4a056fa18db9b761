-- Attempts to stand in for a log: `rows` of them, one row each, the same whenever this is run.
-- The engine has an acuity of 0.1 / px, a blur tolerance of 3 px and a slip of 0.05.
COPY (
  WITH attempts AS (
    SELECT
      8 + hash(i, 'height') % 20 AS height,
      (hash(i, 'blur') % 13) / 2.0 AS blur,
      hash(i, 'chance') / 18446744073709551616.0 AS chance
    FROM range(getvariable('rows')) AS numbers(i)
  )
  SELECT
    height,
    blur,
    (chance < 0.95 / (1 + pow(0.1 * height, -6)) / (1 + exp(-2.5 * (3 - blur))))::INTEGER AS read
  FROM attempts
) TO 'attempts.parquet';
