import {unquote} from '../reference/path.ts';

/** A field of a resource, as a text names it. */
export type NamedField = {readonly id: string; readonly path: string};

/**
 * Splits the text of a field: ID#PATH at the first `#`, or "ID PATH" at the first blank. An id that contains one of these is written as a
 * JSON string. Undefined for another text.
 */
export function splitField(text: string): NamedField | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*")(?:#|\s+)(\S.*)$/.exec(text);
  const [, id = '', path] = quoted ?? /^([^#\s]+)(?:#|\s+)(\S.*)$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  return {id: quoted === null ? id : (unquote(id) ?? id), path};
}
