import {readIgnorePath} from './ignore-path.ts';
import type {IgnoreRule} from './ignore-rule.ts';

/**
 * Parses the value of `--ignore`: `PATH`, `KIND:PATH` or `ID:PATH`. The last colon outside of brackets separates the path.
 * Undefined if the value has no path.
 */
export function parseIgnore(text: string): IgnoreRule | undefined {
  const colon = lastColon(text);
  const [scope, path] = colon === -1 ? [undefined, text] : [text.slice(0, colon), text.slice(colon + 1)];
  if (scope === '' || readIgnorePath(path) === undefined) return undefined;
  const from = `--ignore ${text}`;
  if (scope === undefined) return {path, from};
  return scope.includes(':') ? {path, id: scope, from} : {path, kind: scope, from};
}

/** Returns the index of the last colon outside of brackets. A colon in brackets belongs to a key of the path. */
function lastColon(text: string): number {
  let found = -1;
  let [depth, quoted] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted && char === '\\') i++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '[') depth++;
    else if (!quoted && char === ']') depth--;
    else if (!quoted && depth === 0 && char === ':') found = i;
  }
  return found;
}
