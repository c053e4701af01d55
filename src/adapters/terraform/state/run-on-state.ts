import {stripVTControlCharacters} from 'node:util';
import {isList, isObject, type Json} from '../../../core/json.ts';
import {jsonDocument} from '../../../core/json-document.ts';
import {follow} from '../../../core/reference/path.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {MASK} from '../../../core/workspace/mask.ts';
import type {StateAnswer, StateCommand} from '../../../ports/terraform-tool.ts';
import {sensitiveBy} from '../masks.ts';
import {failed, runShow, runText} from '../program.ts';
import {readState} from '../read-shown.ts';
import {sensitivePaths} from '../sealed-values.ts';
import {decodeStored} from '../stored.ts';
import {type ToolOptions, withState} from './with-state.ts';

/** The shortest secret that is replaced inside of a longer text. */
const SHORTEST = 6;

/**
 * Runs a command on a copy of a state. Secrets of the state are replaced in what it writes: Terraform masks only values that a schema or the
 * module marks, and `-json` masks none.
 */
export async function runOnState(options: ToolOptions, {document, args, signal}: StateCommand): Promise<StateAnswer> {
  const {state = EMPTY, lock} = decodeStored(document);
  return withState(options, {state, lock, signal}, async (place) => {
    const secrets = [...readState(await runShow(place, [])).values()].flatMap(({values, sensitive}) =>
      sensitivePaths(values, sensitiveBy([sensitive], new Set())).flatMap((path) => {
        const found = follow(values, path);
        return 'value' in found ? leavesOf(found.value) : [];
      }),
    );
    const texts = new Set(secrets);
    options.learn([...texts].map((text) => new Secret(text)));
    const ran = await runText(place, args, signal);
    signal.throwIfAborted();
    if (ran.kind !== 'ended' || typeof ran.code !== 'number') {
      const message = ran.kind === 'ended' ? `it was ended by ${ran.code}` : `it ended with ${ran.kind}`;
      throw failed(args[0] ?? '', [{severity: 'error', code: 'terraform/failed', message}]);
    }
    const clean = (text: string): string => masked(options.clean(stripVTControlCharacters(text)), texts);
    return {code: ran.code, stdout: clean(ran.stdout), stderr: clean(ran.stderr)};
  });
}

const EMPTY = {version: 4, serial: 0, lineage: '', outputs: {}, resources: []};

/** Returns the scalars of a value as texts. A boolean or an empty text is not secret. */
function leavesOf(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.values(value).flatMap(leavesOf);
  return value === null || value === '' || typeof value === 'boolean' ? [] : [String(value)];
}

/** Replaces secrets in a text. In a JSON document, whole values are replaced also if they are short. */
function masked(text: string, secrets: ReadonlySet<string>): string {
  const long = [...secrets].filter((one) => one.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  const within = (part: string): string => long.reduce((rest, one) => rest.replaceAll(one, MASK), part);
  const json = jsonDocument(text);
  if (json === undefined) return within(text);
  const value = (part: Json): Json => {
    if (isList(part)) return part.map(value);
    if (isObject(part)) return Object.fromEntries(Object.entries(part).map(([key, one]) => [within(key), value(one)]));
    if (part === null || typeof part === 'boolean') return part;
    return secrets.has(String(part)) ? MASK : typeof part === 'string' ? within(part) : part;
  };
  return `${JSON.stringify(value(json))}\n`;
}
