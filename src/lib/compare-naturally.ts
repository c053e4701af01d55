/**
 * Compares two names for a list. Numbers in the names are compared by their value, so that `web-2` is before `web-10`. All other parts are compared
 * by their characters. Different names are never equal (`web-2` is before `web-02`), so a sorted list is always the same.
 */
export function compareNaturally(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  let at = 0;
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // The first difference may be inside a number that begins earlier.
  let start = at;
  while (start > 0 && isDigit(a, start - 1)) start--;
  const [endA, endB] = [endOfRun(a, start, isDigit), endOfRun(b, start, isDigit)];
  if (endA === start || endB === start) return order(a, b);
  const [fromA, fromB] = [endOfRun(a, start, isZero), endOfRun(b, start, isZero)];
  // Without leading zeros, the longer number is the larger one.
  return (
    endA - fromA - (endB - fromB) || order(a.slice(fromA, endA), b.slice(fromB, endB)) || endA - endB || order(a, b)
  );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

const isZero = (text: string, at: number): boolean => text.charCodeAt(at) === 48;

/** Returns the offset of the first character that does not match. */
function endOfRun(text: string, start: number, matches: (text: string, at: number) => boolean): number {
  let end = start;
  while (end < text.length && matches(text, end)) end++;
  return end;
}
