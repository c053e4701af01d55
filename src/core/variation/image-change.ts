import type {Place} from './located.ts';

/** A replacement of an image, with its position. */
export type ImageChange = {
  readonly ref: string;
  readonly place: Place;
  /** The position of the replacement that this one overrides. */
  readonly instead?: Place;
};
