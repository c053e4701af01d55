/** An object among those that a template has rendered. */
export type RenderedKind = {
  readonly kind: string;
  /** Its place among the objects of this kind from the template, from 0. */
  readonly place: number;
  /** The number of objects of this kind from the template. */
  readonly count: number;
};

/**
 * Returns the line of a template, from 1, that begins an object: that of its kind. Undefined if the template does not show it, because a
 * loop or a condition renders another number of objects than it has kinds.
 */
export function lineOfKind(template: string, {kind, place, count}: RenderedKind): number | undefined {
  const lines = template.split('\n').flatMap((line, index) => (kindIn(line) === kind ? [index + 1] : []));
  if (lines.length === 1) return lines[0];
  return lines.length === count ? lines[place] : undefined;
}

const kindIn = (line: string): string | undefined => /^(?:-\s+)?kind:\s*["']?(\w+)["']?\s*$/.exec(line.trimEnd())?.[1];
