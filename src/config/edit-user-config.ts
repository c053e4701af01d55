import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import {parseDocument} from './parse-document.ts';
import {UserConfig} from './user-config.ts';

/** A key of the user's configuration: `backend`, `backends.NAME`. */
export type ConfigKey = {readonly root: 'backend'} | {readonly root: 'backends'; readonly name: string};

/** Parses the name of a key. @throws GantryError 'input/usage' for an unknown key, with the known ones */
export function parseConfigKey(text: string): ConfigKey {
  if (text === 'backend') return {root: 'backend'};
  const name = /^backends\.([A-Za-z0-9_][A-Za-z0-9_.-]{0,99})$/.exec(text)?.[1];
  if (name !== undefined) return {root: 'backends', name};
  const nearest = didYouMean(text, ['backend', 'backends.NAME']);
  throw new GantryError({
    code: 'input/usage',
    message: `unknown configuration key ${text}`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Use backend or backends.NAME.`,
  });
}

/** Returns the value of a key; undefined if the key is not set. */
export const getKey = (config: UserConfig, key: ConfigKey): UserConfig['backend'] =>
  key.root === 'backend' ? config.backend : config.backends?.[key.name];

/**
 * Returns the configuration with one more value, checked in the same way as its file.
 * @param text a backend in one line, or a mapping in YAML or JSON
 * @throws GantryError 'input/invalid' for a value that the key does not accept
 */
export function setKey(config: UserConfig, key: ConfigKey, text: string): UserConfig {
  const value = text.trimStart().startsWith('{') ? text : JSON.stringify(text);
  const written =
    key.root === 'backend' ? `{"backend": ${value}}` : `{"backends": {${JSON.stringify(key.name)}: ${value}}}`;
  const parsed = parseDocument(UserConfig, written, 'the value');
  if (parsed.value === undefined || parsed.diagnostics.some(isError))
    throw new GantryError({code: 'input/invalid', diagnostics: parsed.diagnostics.map(withoutPlace)});
  return key.root === 'backend'
    ? {...config, backend: parsed.value.backend}
    : {...config, backends: {...config.backends, ...parsed.value.backends}};
}

/** Removes the position of a diagnostic: the value is from the command line and not from a file. */
const withoutPlace = ({at: _, ...diagnostic}: Diagnostic): Diagnostic => diagnostic;

/** Removes a key, and `backends` with its last entry. Does nothing if the key is not set. */
export function unsetKey(config: UserConfig, key: ConfigKey): UserConfig {
  if (key.root === 'backend') {
    const {backend: _, ...rest} = config;
    return rest;
  }
  const left = Object.entries(config.backends ?? {}).filter(([name]) => name !== key.name);
  const {backends: _, ...rest} = config;
  return left.length === 0 ? rest : {...rest, backends: Object.fromEntries(left)};
}
