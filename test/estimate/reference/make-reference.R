# Writes what R 4 finds for the same data and models, with nothing but its base packages:
#   Rscript test/estimate/reference/make-reference.R
# The beetles are those of Bliss (1935), as in Dobson (2002, An introduction to generalized linear models, table 7.2); `infert` and
# `mtcars` come with R.
library(jsonlite)

beetles <- data.frame(
  dose = c(1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.861, 1.8839),
  n = c(59, 60, 62, 56, 63, 59, 62, 60),
  killed = c(6, 13, 18, 28, 52, 53, 61, 60)
)

# glm's standard errors are those of its last step but one: once more at the estimate itself.
logistic <- \(formula, data, trials) {
  fit <- glm(formula, binomial, data, control = glm.control(epsilon = 1e-15, maxit = 100))
  x <- model.matrix(fit)
  p <- fitted(fit)
  covariance <- solve(crossprod(x, x * (trials * p * (1 - p))))
  at <- x %*% coef(fit)
  se <- sqrt(rowSums((x %*% covariance) * x))
  list(
    estimate = unname(coef(fit)), se = unname(sqrt(diag(covariance))), covariance = unname(covariance),
    logLikelihood = as.numeric(logLik(fit)), aic = AIC(fit), bic = BIC(fit),
    predicted = list(
      mean = unname(plogis(at[, 1])), sd = unname(se * p * (1 - p)),
      lower = unname(plogis(at[, 1] - qnorm(0.95) * se)), upper = unname(plogis(at[, 1] + qnorm(0.95) * se))
    )
  )
}

# The same with independent normal priors around 0 of these sds, by Newton's steps.
penalised <- \(x, killed, n, sds) {
  at <- rep(0, ncol(x))
  for (step in 1:50) {
    p <- plogis(x %*% at)[, 1]
    precision <- crossprod(x, x * (n * p * (1 - p))) + diag(1 / sds^2)
    at <- at + solve(precision, crossprod(x, killed - n * p)[, 1] - at / sds^2)
  }
  list(estimate = at, se = sqrt(diag(solve(precision))))
}

line <- lm(mpg ~ wt, mtcars)
x <- model.matrix(line)
sigma <- sqrt(mean(residuals(line)^2))
normal <- list(
  estimate = c(unname(coef(line)), sigma),
  se = c(unname(sqrt(diag(solve(crossprod(x)))) * sigma), sigma / sqrt(2 * nrow(x))),
  logLikelihood = as.numeric(logLik(line)), aic = AIC(line), bic = BIC(line)
)

# Laplace's approximation of Beta(9, 5) on the scale of its probit u: 8 ln p + 4 ln(1 - p) + ln phi(u).
slope <- \(u) 8 * dnorm(u) / pnorm(u) - 4 * dnorm(u) / pnorm(-u) - u
mode <- uniroot(slope, c(-1, 2), tol = 1e-15)$root
h <- dnorm(mode) / pnorm(mode)
g <- dnorm(mode) / pnorm(-mode)
curvature <- 8 * h * (h + mode) + 4 * g * (g - mode) + 1
laplace <- list(estimate = pnorm(mode), se = dnorm(mode) / sqrt(curvature))

reference <- list(
  beetles = c(list(data = beetles), logistic(cbind(killed, n - killed) ~ dose, beetles, beetles$n)),
  beetlesWithPriors = penalised(cbind(1, beetles$dose), beetles$killed, beetles$n, c(20, 10)),
  infert = c(
    list(data = infert[c("case", "spontaneous", "induced")]),
    logistic(case ~ spontaneous + induced, infert, 1)
  ),
  mtcars = c(list(data = mtcars[c("mpg", "wt")]), normal),
  laplace = laplace
)
write(
  toJSON(reference, digits = NA, auto_unbox = TRUE, dataframe = "columns"),
  "test/estimate/reference/r.json"
)
