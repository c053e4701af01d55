import {Buffer} from 'node:buffer';
import {isIPv4, isIPv6} from 'node:net';

type Check = (text: string) => boolean;

const matching =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text);

const HEX = '[0-9a-f]';
const uuid = (third: string, fourth: string): Check =>
  matching(new RegExp(`^${HEX}{8}-?${HEX}{4}-?${third}-?${fourth}-?${HEX}{12}$`, 'i'));

const HOSTNAME =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;
const CREDIT_CARD =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|(222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11}|6[27][0-9]{14})$/;
const COLOR_PART = String.raw`\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*`;

/** The formats that the server checks, by their names without hyphens. It ignores all others. */
const FORMATS: Readonly<Record<string, Check>> = {
  bsonobjectid: matching(/^[0-9a-fA-F]{24}$/),
  uri: isRequestUri,
  email: matching(/^(?:[^<>@\s]+@[^<>@\s]+|[^<>@]*<[^<>@\s]+@[^<>@\s]+>)$/),
  hostname: (text) => HOSTNAME.test(text) && bytes(text) <= 255 && text.split('.').every((one) => bytes(one) <= 63),
  ipv4: (text) => isIPv4(withoutLeadingZeros(text)),
  ipv6: isIPv6,
  cidr: isCidr,
  mac: matching(
    /^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}(?:(?:[0-9a-f]{2}\1){2}|(?:[0-9a-f]{2}\1){14})?[0-9a-f]{2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?:\.[0-9a-f]{4})?)$/i,
  ),
  uuid: uuid(`${HEX}{4}`, `${HEX}{4}`),
  uuid3: uuid(`3${HEX}{3}`, `${HEX}{4}`),
  uuid4: uuid(`4${HEX}{3}`, `[89ab]${HEX}{3}`),
  uuid5: uuid(`5${HEX}{3}`, `[89ab]${HEX}{3}`),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: matching(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
  hexcolor: matching(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  rgbcolor: matching(new RegExp(String.raw`^rgb\(${COLOR_PART},${COLOR_PART},${COLOR_PART}\)$`)),
  byte: matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
};

/** Returns the check of a format; undefined if the server does not know it. */
export function formatCheck(format: string): Check | undefined {
  const name = format.replaceAll('-', '');
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

const bytes = (text: string): number => Buffer.byteLength(text);

/** Removes leading zeros, which Go's older parsers accepted and the server still does. */
const withoutLeadingZeros = (text: string): string => text.replaceAll(/(^|\.)0+(?=\d)/g, '$1');

function isCidr(text: string): boolean {
  const [, address = '', length = ''] = /^([^/]+)\/(0|[1-9]\d*)$/.exec(text) ?? [];
  if (isIPv4(withoutLeadingZeros(address))) return Number(length) <= 32;
  return length !== '' && isIPv6(address) && !address.includes('%') && Number(length) <= 128;
}

/** Reports whether a text is an absolute URL or an absolute path, as Go's `url.ParseRequestURI` does. */
function isRequestUri(text: string): boolean {
  if (/\p{Cc}/u.test(text) || /%(?![0-9a-fA-F]{2})/.test(text)) return false;
  if (text.startsWith('/')) return true;
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) && !/^[^:]*:\/\/[^/?]*[ <>"]/.test(text);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  if (match === null) return false;
  const [, hour = '', minute = '', second = ''] = match;
  return hour <= '23' && minute <= '59' && second <= '59';
}

const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const UNIT = /^(?:ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/i;

/** Reports whether a text is a duration as Go or Scala writes it. */
function isDuration(text: string): boolean {
  if (GO_DURATION.test(text)) return true;
  return [...text.matchAll(/(?<!\d)\d+\s*([A-Za-zµ]+)/g)].some(([, unit = '']) => UNIT.test(unit));
}

const digitsOf = (text: string): string => text.replaceAll(/[\s-]+/g, '');

function isIsbn10(text: string): boolean {
  const digits = digitsOf(text);
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  return Array.from(digits).reduce((sum, one, i) => sum + (10 - i) * (one === 'X' ? 10 : Number(one)), 0) % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = digitsOf(text);
  if (!/^[0-9]{13}$/.test(digits)) return false;
  return Array.from(digits).reduce((sum, one, i) => sum + (i % 2 === 0 ? 1 : 3) * Number(one), 0) % 10 === 0;
}

function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, '');
  if (!CREDIT_CARD.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, one, i) => {
      const doubled = Number(one) * (i % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
