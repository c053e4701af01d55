import {defined} from '../../lib/defined.ts';
import {isList, isObject, type Json} from '../json.ts';

/**
 * Returns the answer to a look-up without what the server changes with each write of any field: the version of the object and the list of
 * its writers. They would make every later answer another one.
 */
export function stableAnswer(answer: Json): Json {
  if (!isObject(answer)) return answer;
  const {metadata, items} = answer;
  return {
    ...answer,
    ...defined({
      metadata: isObject(metadata) ? withoutVersion(metadata) : undefined,
      items: isList(items) ? items.map(stableAnswer) : undefined,
    }),
  };
}

const withoutVersion = ({resourceVersion: _, managedFields: __, ...metadata}: Readonly<Record<string, Json>>): Json =>
  metadata;
