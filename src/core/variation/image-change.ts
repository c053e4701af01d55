import type {Place} from './located.ts';

/** Another image for containers that name one, and where that was said. */
export type ImageChange = {
  readonly ref: string;
  readonly place: Place;
  /** Where another one was said that this one goes before. */
  readonly instead?: Place;
};
