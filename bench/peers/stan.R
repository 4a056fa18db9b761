#!/usr/bin/env Rscript
# Times Stan on one data set and prints one line of JSON.
# Usage: stan.R PROGRAM.stan DATA.csv [fit]   (the outcome is the column y; fit: samples 4 chains of 1000 + 2500 too)
suppressMessages({library(rstan); library(jsonlite)})
# Debian's package BH leaves Boost's headers to libboost-dev; BOOST_INCLUDE and EIGEN_INCLUDE say otherwise.
boost <- Sys.getenv("BOOST_INCLUDE", if (dir.exists("/usr/include/boost")) "/usr/include" else "")
if (nzchar(boost)) rstan_options(boost_lib = boost)
if (nzchar(Sys.getenv("EIGEN_INCLUDE"))) rstan_options(eigen_lib = Sys.getenv("EIGEN_INCLUDE"))
arguments <- commandArgs(TRUE)
seconds_of <- function(run) { began <- proc.time()[["elapsed"]]; run(); proc.time()[["elapsed"]] - began }

compile_seconds <- seconds_of(function() model <<- stan_model(arguments[1]))
rows <- read.csv(arguments[2])
data <- c(list(N = nrow(rows)), as.list(rows))
draw <- function(...) sampling(model, data = data, seed = 1, refresh = 0, control = list(adapt_delta = 0.95), ...)
# One short chain only makes the object whose gradient is timed.
started <- suppressWarnings(draw(chains = 1, warmup = 1, iter = 2))
positions <- lapply(1:16, function(i) { set.seed(i); runif(get_num_upars(started), -0.5, 0.5) })
if (grepl("navigation", arguments[1])) positions <- lapply(positions, function(at) at + c(4, 3.4))
calls <- max(32, ceiling(2e6 / nrow(rows)))
per_call <- function() seconds_of(function() for (i in seq_len(calls)) grad_log_prob(started, positions[[i %% 16 + 1]])) / calls
rounds <- sapply(1:7, function(round) per_call())
fit_seconds <- if (length(arguments) > 2) seconds_of(function() draw(chains = 4, cores = 2, warmup = 1000, iter = 3500)) else NA
cat(toJSON(list(gradientMicroseconds = median(rounds) * 1e6, compileSeconds = compile_seconds, fitSeconds = fit_seconds), auto_unbox = TRUE, digits = 8, na = "null"), "\n")
