import {Secret} from '../secret/secret.ts';
import type {Certificate} from './certificate.ts';

/** A value of a new render. */
export type RenderedValue = {
  readonly fresh: Secret;
  /** Its certificates. */
  readonly certificates: readonly Pick<Certificate, 'subject' | 'issuer'>[];
};

/** A value that the cluster keeps, and the one of a new render in its place. */
export type KeptValue = RenderedValue & {readonly live: Secret};

/** A new value that goes with kept ones, or the kept one that it cannot go with. */
export type JoinedValue<K> = {readonly value: Secret} | {readonly conflict: K};

/** A shorter text occurs in others by chance. */
const SHORTEST = 8;

/**
 * Returns a value of a new render as it is beside kept ones: their text takes the place of what the render has for them. A certificate of an
 * authority that is kept, or a part of a kept text, cannot be made so.
 * @param added all values that are new
 */
export function joinValue<K extends KeptValue>(
  value: RenderedValue,
  kept: readonly K[],
  added: readonly RenderedValue[],
): JoinedValue<K> {
  const text = textOf(value.fresh);
  const texts = kept.flatMap((one) => formsOf(one).map((form) => ({one, ...form})));
  const longestFirst = texts.toSorted((a, b) => b.fresh.length - a.fresh.length);
  // Texts of a render never occur in kept texts, so that the order of the replacements does not matter.
  const joined = longestFirst.reduce((all, {fresh, live}) => all.replaceAll(fresh, () => live), text);
  if (joined !== text) return {value: new Secret(joined)};
  const own = new Set(added.flatMap(({certificates}) => certificates.map(({subject}) => subject)));
  const isOfKept = ({certificates}: K): boolean =>
    certificates.some(({subject}) => !own.has(subject) && value.certificates.some(({issuer}) => issuer === subject));
  const forms = text.length < SHORTEST ? [] : [text, encoded(text)];
  const conflict = kept.find((one) => isOfKept(one) || forms.some((form) => textOf(one.fresh).includes(form)));
  return conflict === undefined ? {value: value.fresh} : {conflict};
}

const formsOf = ({fresh, live}: KeptValue): readonly {readonly fresh: string; readonly live: string}[] => {
  const [then, now] = [textOf(fresh), textOf(live)];
  if (then.length < SHORTEST || !live.isText) return [];
  return [
    {fresh: then, live: now},
    {fresh: encoded(then), live: encoded(now)},
  ];
};

/** Bytes that are not text have no text in common with others. */
const textOf = (secret: Secret): string => (secret.isText ? secret.reveal() : '');

const encoded = (text: string): string => Buffer.from(text).toString('base64');
