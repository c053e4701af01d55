import {EVENT_ID, getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import {dereference, type Tree} from './event-tree.ts';
import {type KeyName, plainKey} from './plain-key.ts';

/** Returns the name of a key in JSON; undefined for a key that is a list or a mapping. */
export function keyName(tree: Tree, node: number): KeyName | undefined {
  const event = tree.events[dereference(tree, node)];
  return event?.type === EVENT_ID.SCALAR ? scalarName(tree, event) : undefined;
}

function scalarName({text: source}: Tree, event: ScalarEvent): KeyName {
  const text = getScalarValue(source, event);
  const tag = event.tagStart === -1 ? undefined : source.slice(event.tagStart, event.tagEnd);
  if (tag === undefined) return event.style === SCALAR_STYLE.PLAIN ? plainKey(text) : {name: text};
  if (/^(?:!|!!str|!<tag:yaml\.org,2002:str>)$/.test(tag)) return {name: text};
  const isKnown = /^(?:!!|!<tag:yaml\.org,2002:)(?:bool|int|float|null)>?$/.test(tag);
  return isKnown ? plainKey(text) : {refused: `the tag ${tag} is not supported`};
}

/** Reports whether a key is `<<` without quotes, which merges its value. */
export const isMergeKey = ({text, events}: Tree, node: number): boolean => {
  const event = events[node];
  return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && getScalarValue(text, event) === '<<';
};
