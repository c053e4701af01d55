import {didYouMean} from '../../lib/did-you-mean.ts';
import {nearestId} from '../resource/nearest-id.ts';
import {namesOfKind, type Selectable} from './selector.ts';

/** Returns the id or the kind that a text which selects nothing probably means. */
export const nearestSelector = (text: string, resources: readonly Selectable[]): string | undefined =>
  nearestId(
    text,
    resources.map(({id}) => id),
  ) ?? didYouMean(text, new Set(resources.flatMap(namesOfKind)));
