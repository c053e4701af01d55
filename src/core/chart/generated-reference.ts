import type {JsonPath} from '../json.ts';

const OF_CHART = 'ref://chart.generated/';
const OF_MODULE = 'ref://module.generated/';

/** The place of a value that a chart generates. */
export type GeneratedPlace = {
  /** The name of the Helm release. */
  readonly source: string;
  /** The id of the object, as the chart renders it. */
  readonly id: string;
  readonly path: JsonPath;
};

/** Returns the reference to a generated value of a chart. Only the live object contains the value. */
export const generatedReference = ({source, id, path}: GeneratedPlace): string =>
  OF_CHART + [source, id, ...path.map(String)].map(segment).join('/');

/** Returns the reference to a generated value of a module. @param source `APPLICATION/ACCESSORY/NAME` */
export const moduleReference = (source: string): string => OF_MODULE + source.split('/').map(segment).join('/');

/** Reports whether a reference is one to a generated value. */
export const isGeneratedReference = (uri: string): boolean => uri.startsWith(OF_CHART) || uri.startsWith(OF_MODULE);

/** Returns the source of a generated value: the name of the Helm release, or `APPLICATION/ACCESSORY/NAME`. */
export const sourceOfReference = (uri: string): string =>
  uri.startsWith(OF_MODULE)
    ? uri.slice(OF_MODULE.length).split('/').map(decodeURIComponent).join('/')
    : decodeURIComponent(uri.slice(OF_CHART.length).split('/')[0] ?? '');

/** Encodes a part of a path. An empty key becomes a text, because references have no empty segments. */
const segment = (text: string): string => (text === '' ? '%00' : encodeURIComponent(text).replaceAll('%3A', ':'));
