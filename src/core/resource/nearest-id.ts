import {didYouMean} from '../../lib/did-you-mean.ts';

/** Returns the id that a text probably stands for: a misspelt id, or a name as for kubectl (`web`, `deployment/web`, `shop/web`). */
export function nearestId(text: string, ids: Iterable<string>): string | undefined {
  const known = [...ids];
  return didYouMean(text, known) ?? known.find((id) => isNamedBy(id, text));
}

function isNamedBy(id: string, text: string): boolean {
  if (id.endsWith(`:${text}`)) return true;
  const slash = text.indexOf('/');
  if (slash < 1 || !id.endsWith(`:${text.slice(slash + 1)}`)) return false;
  const before = text.slice(0, slash).toLowerCase();
  const parts = id.toLowerCase().split(':');
  return parts.some((part) => part === before || `${part}s` === before);
}
