# The third baseline of Figure 8 of Bayesian triangulation: structural equation models with the structure of the layout.
# It needs R with lavaan (Rosseel 2012; made with 0.6.14). From the root of the project:
#
#   npx theodolite evaluate stdlib-layouts/object-permanence-choice/object-permanence-choice.ml \
#     stdlib-layouts/object-permanence-choice/battery.csv --split 0.8 --repeats 5 --predictions predictions.csv
#   Rscript stdlib-layouts/object-permanence-choice/structural-equations.R \
#     stdlib-layouts/object-permanence-choice/battery.csv predictions.csv
#
# Each part of the split is fitted to the rows that `evaluate` did not hold out, and scored on those that it did.
suppressMessages(library(lavaan))

given <- commandArgs(trailingOnly = TRUE)
if (length(given) != 2) stop("Give the table and the predictions of `evaluate`: Rscript structural-equations.R TABLE PREDICTIONS")
rows <- read.csv(given[1])
predictions <- read.csv(given[2], check.names = FALSE)

# What the layout compares with its abilities, as its default alternative has it. Both demands on one ability are in one
# unit, of about their spread, which helps the search.
beyond <- rows$goalDistance - rows$choiceDistance
demands <- data.frame(
  hidden = rows$goalOccluded * beyond * rows$numPositions / 100,
  hiddenAtChoice = rows$goalOccluded * rows$choiceDistance * rows$numPositions / 100,
  wayToGoal = rows$goalDistance * rows$turnsToGoal / 100,
  wayToChoice = rows$choiceDistance * rows$turnsToChoice / 100,
  farness = log(rows$goalDistance / rows$goalSize),
  lava = rows$deathZone, left = rows$goalLeft, right = rows$goalRight
)
table <- cbind(demands, rows[c("success", "choice")])

# The conjunction of the layout becomes a sum. `shared` has one loading of object permanence, of navigation and of acuity in
# both outcomes (o, n, v), as the layout has one ability and one steepness for both; `own` lets each outcome have its own.
# Lava is in success alone, and sides are in choice alone: the goal is ahead, left or right, so that two of the three say
# all. Given the demands the outcomes are independent.
structures <- c(
  shared = "
    success ~ o * hidden + n * wayToGoal + v * farness + lava
    choice ~ o * hiddenAtChoice + n * wayToChoice + v * farness + left + right
    success ~~ 0 * choice
  ",
  own = "
    success ~ hidden + wayToGoal + farness + lava
    choice ~ hiddenAtChoice + wayToChoice + farness + left + right
    success ~~ 0 * choice
  "
)
kinds <- expand.grid(structure = names(structures), outcomes = c("linear", "probit"), stringsAsFactors = FALSE)

# Probabilities of one outcome in `rows`: linear, within [0, 1], or by the normal distribution function.
predicted <- function(fit, outcome, rows, ordered) {
  found <- parameterEstimates(fit)
  slopes <- found[found$lhs == outcome & found$op == "~", ]
  linear <- as.matrix(rows[slopes$rhs]) %*% slopes$est
  if (ordered) {
    threshold <- found$est[found$lhs == outcome & found$op == "|"]
    return(pnorm(linear - threshold))
  }
  intercept <- found$est[found$lhs == outcome & found$op == "~1"]
  pmin(pmax(linear + intercept, 0), 1)
}

fitted <- function(structure, rows, ordered) {
  if (ordered) {
    return(sem(structure, rows, ordered = c("success", "choice"), parameterization = "theta"))
  }
  sem(structure, rows, meanstructure = TRUE)
}

parts <- unique(predictions[c("outcome", "repeat", "fold")])
scores <- do.call(rbind, lapply(seq_len(nrow(parts)), function(place) {
  part <- merge(parts[place, ], predictions)
  held <- part$row
  outcome <- parts$outcome[place]
  brier <- apply(kinds, 1, function(kind) {
    ordered <- kind[["outcomes"]] == "probit"
    fit <- fitted(structures[[kind[["structure"]]]], table[-held, ], ordered)
    if (!lavInspect(fit, "converged")) stop("lavaan does not converge without part ", place)
    mean((predicted(fit, outcome, table[held, ], ordered) - part$observed)^2)
  })
  names(brier) <- paste(kinds$outcomes, kinds$structure)
  others <- sapply(part[c("layout", "aggregate", "logistic regression")], \(p) mean((p - part$observed)^2))
  data.frame(outcome, t(c(others, brier)), check.names = FALSE)
}))
options(width = 200)
print(aggregate(. ~ outcome, scores, mean), digits = 3)
