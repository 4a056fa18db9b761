/** What is wrong, as plain text: nothing of a layout or a table is taken for HTML. */

/** @param error null when there is no problem any more */
export function showProblem(place, error) {
  place.hidden = error === null;
  place.textContent = error === null ? '' : textOf(error);
}

/** A LayoutError's message is all its diagnostics, as the command prints them. */
function textOf(error) {
  if (error.name === 'LayoutError') return error.message;
  return error.remedy === undefined
    ? `error: ${error.message}`
    : `error: ${error.message}\n  = help: ${error.remedy}`;
}
