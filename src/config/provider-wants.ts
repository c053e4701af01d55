import {isList, isObject, type Json, type JsonObject} from '../core/json.ts';
import type {Want} from '../core/trust/want.ts';
import {isSecretReference, maskedAddress} from '../core/workspace/mask.ts';
import type {FileOf} from './named-file.ts';
import type {Providers} from './providers.ts';

/**
 * Returns the wants of named providers: they give secrets of the user to a provider, with the servers that the same file names, or use files
 * of the user.
 */
export const providerWants = (providers: Providers, file: FileOf): readonly Want[] =>
  Object.entries(providers ?? {}).flatMap(([provider, names]) =>
    Object.entries(names).flatMap(([name, fields]) => wantsOf(`the provider ${provider}.${name}`, fields, file)),
  );

function wantsOf(of: string, fields: JsonObject, file: FileOf): readonly Want[] {
  const texts = textsIn(fields);
  const secrets = texts.filter(isSecretReference);
  const servers = texts.filter((text) => !isSecretReference(text) && /:\/\//.test(text)).map(maskedAddress);
  const at = servers.length === 0 ? '' : `, with the servers ${[...new Set(servers)].join(', ')}`;
  const profile = typeof fields['profile'] === 'string' ? fields['profile'] : undefined;
  const files = Object.entries(fields).flatMap(([name, value]) =>
    /_files?$|_path$/.test(name) ? textsIn(value).filter((path) => !file(path).isInProject) : [],
  );
  return [
    ...(secrets.length === 0
      ? []
      : [{ability: 'server', text: `${of} gets ${[...new Set(secrets)].join(', ')}${at}`} as const]),
    ...(profile === undefined
      ? []
      : [{ability: 'file', text: `${of} uses the profile ${profile} of this machine${at}`} as const]),
    ...files.map((path) => ({ability: 'file', text: `${of} reads ${path}${at}`}) as const),
  ];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
