layout L
link aFunction(ability, demand) =
  margin(ability * ability * ability * ability * ability * ability * ability, demand) - 1
link anotherFunction(ability, demand, aParameterWithALongName, anotherParameterWithALongName,
                     ability2) = demand + ability
