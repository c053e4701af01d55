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
  const [left, right] = [digitsAt(a, start), digitsAt(b, start)];
  if (left === '' || right === '') return order(a, b);
  const [value, other] = [left.replace(/^0+/, ''), right.replace(/^0+/, '')];
  return value.length - other.length || order(value, other) || left.length - right.length || order(a, b);
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

function digitsAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && isDigit(text, end)) end++;
  return text.slice(start, end);
}
