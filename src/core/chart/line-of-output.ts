/**
 * Returns the line of a template, from 1, that printed a line of its output. Undefined if none or several could have printed it, for example
 * because it comes from another template.
 */
export function lineOfOutput(template: string, output: string): number | undefined {
  const wanted = output.trim();
  const lines = template.split('\n').map((line) => line.trim());
  return onlyOne(lines, (line) => line === wanted) ?? onlyOne(lines, (line) => couldPrint(line, wanted));
}

function onlyOne(lines: readonly string[], holds: (line: string) => boolean): number | undefined {
  const found = lines.flatMap((line, index) => (holds(line) ? [index + 1] : []));
  return found.length === 1 ? found[0] : undefined;
}

/** Reports whether the literal parts of a line are in the output, in their order. A line of expressions alone could print anything. */
function couldPrint(line: string, output: string): boolean {
  const literals = line.split(/\{\{[^{}]*\}\}/);
  if (literals.length < 2 || literals.every((literal) => literal.trim() === '')) return false;
  let at = 0;
  for (const literal of literals) {
    const found = output.indexOf(literal.trimEnd(), at);
    if (found === -1 || (at === 0 && found !== 0)) return false;
    at = found + literal.trimEnd().length;
  }
  return true;
}
