import {type Part, parseText} from './parse-text.ts';

/** A part of a text, or of an encoded text in it. */
export type PartWithin = {
  readonly part: Part;
  /** True if only a digest of the value is used, which does not reveal the value. */
  readonly isDigested: boolean;
};

/** Returns the parts of a text, with the parts of encoded texts in place of these. */
export const partsWithin = (
  text: string,
  isKnown: (id: string) => boolean,
  isDigested = false,
): readonly PartWithin[] =>
  parseText(text, isKnown).flatMap((part): readonly PartWithin[] =>
    part.kind === 'encoded'
      ? partsWithin(part.inner, isKnown, isDigested || part.encoding === 'digest')
      : [{part, isDigested}],
  );
