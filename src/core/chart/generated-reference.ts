import type {JsonPath} from '../json.ts';

const PREFIX = 'ref://chart.generated/';

/** The place of a value that a chart generates. */
export type GeneratedPlace = {
  /** The name of the Helm release. */
  readonly source: string;
  /** The id of the object, as the chart renders it. */
  readonly id: string;
  readonly path: JsonPath;
};

/** Returns the reference to a generated value. The value is in the live object, and in no store. */
export const generatedReference = ({source, id, path}: GeneratedPlace): string =>
  PREFIX + [source, id, ...path.map(String)].map(segment).join('/');

/** Reports whether a reference is one to a generated value. */
export const isGeneratedReference = (uri: string): boolean => uri.startsWith(PREFIX);

/** Returns the name of the Helm release in a reference to a generated value. */
export const sourceOfReference = (uri: string): string =>
  decodeURIComponent(uri.slice(PREFIX.length).split('/')[0] ?? '');

/** Encodes a part of a path. An empty key becomes a text, because references have no empty segments. */
const segment = (text: string): string => (text === '' ? '%00' : encodeURIComponent(text).replaceAll('%3A', ':'));
