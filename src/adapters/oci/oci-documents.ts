import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {RegistryProblem} from './registry-problem.ts';

/** The description of a blob: its type, digest and size in bytes. */
export type OciDescriptor = {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
};

/** The manifest of an artifact, with the digest of its bytes. */
export type OciManifest = {
  readonly digest: string;
  readonly config: OciDescriptor;
  readonly layers: readonly OciDescriptor[];
  readonly annotations?: Readonly<Record<string, string>>;
};

/** Parses a manifest. @param what its name for messages @throws RegistryProblem */
export function readManifest(body: Buffer, what: string): Omit<OciManifest, 'digest'> {
  const read = jsonIn(body);
  if (isObject(read) && isList(read['manifests']))
    throw new RegistryProblem(`${what} is an index of several artifacts, and Gantry reads only a single one`);
  const config = isObject(read) && read['schemaVersion'] === 2 ? descriptorIn(read['config']) : undefined;
  const layers = isObject(read) && isList(read['layers']) ? read['layers'].map(descriptorIn) : [undefined];
  const whole = layers.filter((layer) => layer !== undefined);
  if (!isObject(read) || config === undefined || whole.length < layers.length)
    throw new RegistryProblem(`${what} is not a manifest that Gantry can read`);
  return {config, layers: whole, ...defined({annotations: annotationsIn(read)})};
}

/** Parses a list of tags. @param what its name for messages @throws RegistryProblem */
export function readTags(body: Buffer, what: string): readonly string[] {
  const read = jsonIn(body);
  const tags = isObject(read) ? (read['tags'] ?? []) : undefined;
  if (tags === undefined || !isList(tags)) throw new RegistryProblem(`the registry gave no list for ${what}`);
  return tags.filter((tag) => typeof tag === 'string');
}

const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

function descriptorIn(value: Json | undefined): OciDescriptor | undefined {
  if (!isObject(value)) return undefined;
  const {mediaType, digest, size} = value;
  if (typeof mediaType !== 'string' || typeof digest !== 'string' || !DIGEST.test(digest)) return undefined;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
  return {mediaType, digest, size, ...defined({annotations: annotationsIn(value)})};
}

function annotationsIn({annotations}: JsonObject): Readonly<Record<string, string>> | undefined {
  if (!isObject(annotations)) return undefined;
  const texts = Object.entries(annotations).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

function jsonIn(body: Buffer): Json | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}
