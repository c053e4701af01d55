import type {Environment} from '@marcbachmann/cel-js';
import {goQuoted} from '../../../core/secret/scrub-text.ts';
import {dnsLabel, dnsLabel1035, dnsSubdomain, labelValue, qualifiedName} from '../../kinds/formats.ts';
import {formatCheck} from '../value/formats.ts';
import {formatText} from './format-text.ts';
import {celLanguage} from './load-language.ts';

type Validate = (text: string) => readonly string[];

class CelFormat {
  readonly validate: Validate;

  constructor(validate: Validate) {
    this.validate = validate;
  }
}

/** The namespace `format` of an expression. */
class FormatNamespace {
  readonly name = 'format';
}

/** Checks a prefix to which the server appends a suffix: its last hyphen and the character before it are not checked. */
const asPrefix =
  (validate: Validate): Validate =>
  (text) =>
    validate(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

const byCheck =
  (name: string, complaint: string): Validate =>
  (text) =>
    formatCheck(name)?.(text) === true ? [] : [complaint];

function uri(text: string): readonly string[] {
  if (text === '') return ['parse "": empty url'];
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/(?:[^/?#]*@)?\[[^\]/?#]*(?:[/?#]|$)/.test(text))
    return [`parse "${goQuoted(text)}": missing ']' in host`];
  return formatCheck('uri')?.(text) === true ? [] : [`parse "${goQuoted(text)}": invalid URI for request`];
}

const FORMATS: Readonly<Record<string, CelFormat>> = {
  dns1123Label: new CelFormat(dnsLabel),
  dns1123Subdomain: new CelFormat(dnsSubdomain),
  dns1035Label: new CelFormat(dnsLabel1035),
  qualifiedName: new CelFormat(qualifiedName),
  dns1123LabelPrefix: new CelFormat(asPrefix(dnsLabel)),
  dns1123SubdomainPrefix: new CelFormat(asPrefix(dnsSubdomain)),
  dns1035LabelPrefix: new CelFormat(asPrefix(dnsLabel1035)),
  labelValue: new CelFormat(labelValue),
  uri: new CelFormat(uri),
  uuid: new CelFormat(byCheck('uuid', 'does not match the UUID format')),
  byte: new CelFormat(byCheck('byte', 'invalid base64')),
  date: new CelFormat(byCheck('date', 'invalid date')),
  datetime: new CelFormat(byCheck('datetime', 'invalid datetime')),
};

/** Registers `format.dns1123Label().validate(self.name)` and `"%s".format([self.name])`. */
export function registerFormats(environment: Environment): void {
  const {Optional} = celLanguage();
  environment
    .registerType('kubernetes.NamedFormat', CelFormat)
    .registerType('kubernetes.NamedFormats', FormatNamespace)
    .registerConstant('format', 'kubernetes.NamedFormats', new FormatNamespace())
    .registerFunction('string.format(list): string', formatText)
    .registerFunction(
      'kubernetes.NamedFormats.named(string): optional<kubernetes.NamedFormat>',
      (_: FormatNamespace, name: string) =>
        Object.hasOwn(FORMATS, name) ? Optional.of(FORMATS[name]) : Optional.none(),
    )
    .registerFunction(
      'kubernetes.NamedFormat.validate(string): optional<list<string>>',
      (format: CelFormat, text: string) => {
        const complaints = format.validate(text);
        return complaints.length === 0 ? Optional.none() : Optional.of(complaints);
      },
    );
  for (const [name, format] of Object.entries(FORMATS))
    environment.registerFunction(`kubernetes.NamedFormats.${name}(): kubernetes.NamedFormat`, () => format);
}
