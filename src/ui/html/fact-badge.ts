import type {Fact, Tone} from '../text/report/cell-facts.ts';
import {type Markup, tag} from './tag.ts';

/** A sign for each tone, so that colours are not needed. A screen reader skips it, because the text says the same. */
const SIGN: Readonly<Record<Tone, string>> = {good: '✓', note: '→', warn: '!', bad: '✗', quiet: '–'};

/** Returns a fact with its colour and its sign. */
export const factBadge = ({text, tone}: Fact): Markup =>
  tag('span', {class: `badge ${tone}`}, tag('span', {'aria-hidden': 'true'}, `${SIGN[tone]} `), text);
