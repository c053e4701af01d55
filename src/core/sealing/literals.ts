import {isList, isObject, type Json} from '../json.ts';
import {isRedacted} from '../secret/redacted-value.ts';

/** The literal secrets of a spec, by the digests that stand for them in its record. */
export type Literals = ReadonlyMap<string, Json>;

/** Literals of a release without any. */
export const NO_LITERALS: Literals = new Map();

/** Returns the values that a record replaced by digests. `open` is the value that was redacted. */
export function literalsIn(redacted: Json, open: Json | undefined): Literals {
  const found = new Map<string, Json>();
  collect(redacted, open, found);
  return found;
}

function collect(redacted: Json, open: Json | undefined, found: Map<string, Json>): void {
  if (isRedacted(redacted)) {
    if (open !== undefined && !isRedacted(open)) found.set(redacted.$gantry.secret.hmac, open);
  } else if (isList(redacted)) {
    for (const [i, item] of redacted.entries()) collect(item, isList(open) ? open[i] : undefined, found);
  } else if (isObject(redacted)) {
    for (const [name, field] of Object.entries(redacted))
      collect(field, isObject(open) && Object.hasOwn(open, name) ? open[name] : undefined, found);
  }
}

/** Returns the digests in a record. */
export function digestsIn(redacted: Json): readonly string[] {
  if (isRedacted(redacted)) return [redacted.$gantry.secret.hmac];
  if (isList(redacted)) return redacted.flatMap(digestsIn);
  return isObject(redacted) ? Object.values(redacted).flatMap(digestsIn) : [];
}
