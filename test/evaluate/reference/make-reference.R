# Writes the values of the R packages loo 2.5.1 and pROC 1.18.0 for the numbers that make-reference.py wrote:
#   Rscript test/evaluate/reference/make-reference.R
library(jsonlite)
suppressMessages(library(loo))
suppressMessages(library(pROC))

folder <- "test/evaluate/reference/"
schools <- fromJSON(paste0(folder, "eight-schools.json"))
efficiencies <- fromJSON(paste0(folder, "python.json"))$arviz
scores <- fromJSON(paste0(folder, "python.json"))$scores

matrices <- lapply(schools$values, \(values) matrix(values, ncol = schools$rows, byrow = TRUE))
fits <- lapply(names(matrices), \(name) {
  suppressWarnings(loo(matrices[[name]], r_eff = efficiencies[[name]]$relativeEfficiency))
})
names(fits) <- names(matrices)
# Row 1 three times and row 8 twice, as if the data held them so often.
counts <- c(3, 1, 1, 1, 1, 1, 1, 2)
repeated <- suppressWarnings(loo(
  matrices$hierarchical[, rep(1:8, counts)],
  r_eff = rep(efficiencies$hierarchical$relativeEfficiency, counts)
))
waics <- lapply(matrices, \(matrix) suppressWarnings(waic(matrix)))
comparison <- loo_compare(fits)
pointwise <- sapply(fits, \(fit) fit$pointwise[, "elpd_loo"])
# The second predictor knows only the first digit of what the first says, and that turned for the lowest.
curve <- \(predictor) roc(scores$outcomes, predictor, levels = c(0, 1), direction = "<", quiet = TRUE)
coarse <- floor(10 * scores$probabilities) / 10
coarse <- ifelse(coarse < 0.3, 0.5 - coarse, coarse)
difference <- roc.test(curve(scores$probabilities), curve(coarse), method = "delong", paired = TRUE)

set.seed(1)
# Forty rows and three models, each of which is the best for some rows.
mixed <- round(matrix(rnorm(120, mean = -2), ncol = 3) + rep(c(0.2, 0, 0.1), each = 40), 6)

summarise <- \(fit) list(
  estimates = unname(fit$estimates[, "Estimate"]),
  errors = unname(fit$estimates[, "SE"]),
  pointwise = unname(fit$pointwise[, 1])
)
write_json(
  list(
    loo = lapply(fits, \(fit) c(summarise(fit), list(paretoK = fit$diagnostics$pareto_k))),
    counts = counts,
    repeated = summarise(repeated),
    waic = lapply(waics, summarise),
    comparison = list(
      names = rownames(comparison),
      difference = unname(comparison[, "elpd_diff"]),
      error = unname(comparison[, "se_diff"])
    ),
    mixed = mixed,
    stacking = as.numeric(stacking_weights(mixed, optim_method = "BFGS", optim_control = list(reltol = 1e-14))),
    schoolsStacking = as.numeric(stacking_weights(pointwise)),
    pseudoBma = as.numeric(pseudobma_weights(mixed, BB = TRUE, BB_n = 200000)),
    delongError = sqrt(var(curve(scores$probabilities))),
    coarse = coarse,
    aurocDifference = unname(difference$estimate[1] - difference$estimate[2]),
    aurocDifferenceError = unname((difference$estimate[1] - difference$estimate[2]) / difference$statistic)
  ),
  paste0(folder, "r.json"), auto_unbox = TRUE, digits = 14, pretty = TRUE
)
