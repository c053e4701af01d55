import type {JsonObject} from '../core/json.ts';
import type {Want} from '../core/trust/want.ts';
import {isSecretName, isSecretReference, MASK, maskedText} from '../core/workspace/mask.ts';
import {isPlainVariable} from '../core/workspace/plain-variables.ts';
import {canonicalJson} from '../lib/canonical-json.ts';
import {digestOf} from '../lib/digest-of.ts';
import type {FileOf} from './named-file.ts';
import {digestsOf} from './script-digests.ts';

/** Returns a want for each variable whose effect on the user's programs is not known. */
export function variableWants(variables: JsonObject, prefix: string | undefined, file: FileOf): readonly Want[] {
  const others = Object.entries(variables).filter(([name]) => !isPlainVariable(name, prefix));
  return others.map(([name, value]) => {
    const does = 'for the programs and libraries that run in it';
    if (typeof value === 'string' && isSecretReference(value))
      return {ability: 'program', text: `sets ${name} ${does} (${value})`};
    // The value is shown, because the user must see whether it names a program, a file or a server.
    const shown = isSecretName(name) ? MASK : maskedText(name, value);
    const to = shown === MASK ? '' : ` to ${shown}`;
    // A file of the project in the value (`AWS_CONFIG_FILE`) may name a program, so the consent covers the file's content.
    const files = typeof value === 'string' ? digestsOf([value], file) : [];
    const exact = digestOf(canonicalJson(files.length === 0 ? value : {value, files}));
    return {ability: 'program', text: `sets ${name}${to} ${does}`, exact};
  });
}
