import {GantryError} from '../../core/failure/failure.ts';
import {type LabelSelector, parseLabelSelector} from '../../core/selection/label-selector.ts';

/** Returns the label selector in the value of `-l`. @throws GantryError input/usage if the text is not one */
export function askedLabels(text: string): LabelSelector {
  const selector = parseLabelSelector(text);
  if (selector !== undefined) return selector;
  const hint = 'For example `tier=prod,region in (eu,us)`.';
  throw new GantryError({code: 'input/usage', message: `-l ${text} is not a label selector`, hint});
}
