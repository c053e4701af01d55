import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {secretReferencesIn} from '../../../core/reference/secret-references-in.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import {pathText} from '../../issues/path-text.ts';

/** Checks an object that a module made: its name, and that only a Secret has values of secret stores. */
export function checkMade(object: JsonObject, origin: Origin): readonly Diagnostic[] {
  const problem = (code: string, message: string, path: JsonPath, hint: string): Diagnostic => ({
    severity: 'error',
    code,
    message,
    at: origin.position(path),
    hint,
  });
  const {kind, name} = identityOf(object);
  const longest = LONGEST[kind] ?? 253;
  const isValid = name.length <= longest && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name);
  const secrets = kind === 'Secret' ? [] : secretReferencesIn(object);
  return [
    ...(isValid
      ? []
      : [
          problem(
            'app/name',
            `the ${kind} would have the name \`${name}\`, which is not valid: at most ${longest} lowercase letters, digits and \`-\``,
            ['metadata', 'name'],
            'Use a shorter name for the application, or the naming `short`.',
          ),
        ]),
    ...secrets
      .slice(0, 1)
      .map(({at}) =>
        problem(
          'app/secret',
          `\`${pathText(at)}\` of the ${kind} would contain a value of a secret store: everyone who can read the object could read it`,
          at,
          'Use such a value in `env`, or in the `content` of a file: Gantry puts it into a Secret.',
        ),
      ),
  ];
}

/** The maximum lengths of names. A CronJob appends 11 characters to the names of its Jobs. */
const LONGEST: Readonly<Record<string, number>> = {Service: 63, Job: 63, CronJob: 52};
