import type {JsonObject} from '../../../core/json.ts';
import {textAt} from '../../model/part.ts';
import {type Problem, Refusal} from '../../model/status.ts';

/** What is refused before it is validated: the same 422 that validation gives. */
export function invalidObject(object: JsonObject, group: string, problems: readonly Problem[]): Refusal {
  const [kind, name] = [textAt(object, 'kind'), textAt(object, 'metadata', 'name')];
  const texts = problems.map(({field, message}) => `${field}: ${message}`);
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return new Refusal({
    code: 422,
    reason: 'Invalid',
    message: `${group === '' ? kind : `${kind}.${group}`} ${JSON.stringify(name)} is invalid: ${list}`,
    details: {
      name,
      ...(group === '' ? {} : {group}),
      kind,
      causes: problems.map(({reason, field, message}) => ({reason, message, field})),
    },
  });
}

/** What an admission plugin refuses. */
export function forbiddenObject(
  object: JsonObject,
  {group, plural}: {readonly group: string; readonly plural: string},
  why: string,
): Refusal {
  const name = textAt(object, 'metadata', 'name');
  const shown = name === '' ? textAt(object, 'metadata', 'generateName') : name;
  const resource = group === '' ? plural : `${plural}.${group}`;
  return new Refusal({
    code: 403,
    reason: 'Forbidden',
    message: `${resource} ${JSON.stringify(shown)} is forbidden: ${why}`,
    details: {...(shown === '' ? {} : {name: shown}), ...(group === '' ? {} : {group}), kind: plural},
  });
}
