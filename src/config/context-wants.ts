import {isObject, type Json, type JsonObject} from '../core/json.ts';
import type {Want} from '../core/trust/want.ts';
import {entriesOf, KUBECONFIG_KEYS} from '../core/workspace/context-keys.ts';
import {maskedAddress} from '../core/workspace/mask.ts';
import {otherVariablesIn} from '../core/workspace/path-variables.ts';
import {schemeOf} from '../core/workspace/scheme-of.ts';
import {isMetadataAddress} from '../lib/metadata-address.ts';
import type {PlaceWant} from '../ports/kubeconfig-place-descriptor.ts';
import {placeOfAddress, placeOfKey} from './kubeconfig-places.ts';
import type {FileOf} from './named-file.ts';
import {exactOf, trusting} from './store-wants.ts';

/** Returns the wants of a context: the places that the kubeconfig is fetched from, which decide which cluster is used. */
export const contextWants = (context: JsonObject, file: FileOf): readonly Want[] =>
  KUBECONFIG_KEYS.flatMap((key) => {
    const value = entriesOf(context, key)[0]?.value;
    const own = placeOfKey(key);
    if (own !== undefined) return isObject(value) ? placeWants(own.wants(value, ''), file) : [];
    return key === 'kubeconfig_path' ? addressWants(value, file) : [];
  });

function addressWants(path: Json | undefined, file: FileOf): readonly Want[] {
  const {url, ...members}: JsonObject = isObject(path) ? path : {url: path ?? null};
  if (typeof url !== 'string') return [];
  if (schemeOf(url) === undefined) return pathWants(url);
  const does = `fetches its kubeconfig from ${maskedAddress(url)}`;
  return placeWants(placeOfAddress(url)?.wants(members, url) ?? {does}, file);
}

function placeWants({does, credential, certificates, asks}: PlaceWant, file: FileOf): readonly Want[] {
  const text = `${does}${trusting(certificates)}${credential === undefined ? '' : `, with ${credential}`}`;
  return [
    {ability: 'server', text, ...exactOf(certificates, file)},
    ...(asks !== undefined && isMetadataAddress(asks) ? [{ability: 'metadata', text} as const] : []),
  ];
}

const pathWants = (path: string): readonly Want[] =>
  otherVariablesIn(path).map((name) => ({
    ability: 'variable',
    text: `uses the environment variable ${name} in the path of its kubeconfig, which messages show`,
  }));
