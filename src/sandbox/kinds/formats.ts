/** What apimachinery's `util/validation` says about texts and numbers: nothing where they are right. */
type Complaints = readonly string[];

const LABEL_1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL_1123}(\\.${LABEL_1123})*`;
const LABEL_UNDERSCORE = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_UNDERSCORE = `${LABEL_UNDERSCORE}(\\.${LABEL_UNDERSCORE})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** The largest value of Go's int32, the type of ports, replicas and most other counts. */
export const MAX_INT32 = 2_147_483_647;

/** The words of `validation.MaxLenError`. */
export const noMoreThan = (most: number): string => `must be no more than ${most} characters`;

/** The words of `validation.InclusiveRangeError`. */
export const between = (least: number, most: number): string => `must be between ${least} and ${most}, inclusive`;

const mustBe = (what: string, pattern: string, ...examples: readonly string[]): string =>
  `${what} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${pattern}')`;

const matches = (text: string, pattern: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);

function checked(text: string, pattern: string, complaint: string, most: number): Complaints {
  return [...(text.length > most ? [noMoreThan(most)] : []), ...(matches(text, pattern) ? [] : [complaint])];
}

/** `IsDNS1123Label`: what is wrong with the text, nothing if it is fine. */
export function dnsLabel(text: string): Complaints {
  // One that would do as a subdomain is told so shortly: the dots are what is wrong with it.
  const complaint = matches(text, SUBDOMAIN)
    ? 'must not contain dots'
    : mustBe(
        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
        LABEL_1123,
        'my-name',
        '123-abc',
      );
  return checked(text, LABEL_1123, complaint, 63);
}

/** `IsDNS1035Label`: as a DNS label, but the first character is a letter (names of Services). */
export const dnsLabel1035 = (text: string): Complaints =>
  checked(
    text,
    LABEL_1035,
    mustBe(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
      LABEL_1035,
      'my-name',
      'abc-123',
    ),
    63,
  );

/** `IsDNS1123Subdomain`: at most 253 characters, the form of most names of objects. */
export const dnsSubdomain = (text: string): Complaints =>
  checked(
    text,
    SUBDOMAIN,
    mustBe(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
      SUBDOMAIN,
      'example.com',
    ),
    253,
  );

/** `IsDNS1123SubdomainWithUnderscore`: for the DNS search paths of a pod. */
export const dnsSubdomainWithUnderscore = (text: string): Complaints =>
  checked(
    text,
    SUBDOMAIN_UNDERSCORE,
    mustBe(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
      SUBDOMAIN_UNDERSCORE,
      'example.com',
    ),
    253,
  );

const QUALIFIED_WORDS =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_EXAMPLES = ['MyName', 'my.name', '123-abc'];

/** The key of a label, an annotation, a condition: `name` or `example.com/name`. */
export function qualifiedName(text: string): Complaints {
  const parts = text.split('/');
  const complaint = mustBe(QUALIFIED_WORDS, QUALIFIED, ...QUALIFIED_EXAMPLES);
  if (parts.length > 2) {
    return [`a qualified name ${complaint} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) ?? '';
  return [
    ...(parts.length === 2 ? prefixPart(parts[0] ?? '') : []),
    ...(name === '' ? ['name part must be non-empty'] : name.length > 63 ? [`name part ${noMoreThan(63)}`] : []),
    ...(matches(name, QUALIFIED) ? [] : [`name part ${complaint}`]),
  ];
}

const prefixPart = (prefix: string): Complaints =>
  prefix === ''
    ? ['prefix part must be non-empty']
    : dnsSubdomain(prefix).map((complaint) => `prefix part ${complaint}`);

/** `IsValidLabelValue`: at most 63 characters, may be empty. */
export const labelValue = (text: string): Complaints =>
  checked(
    text,
    `(${QUALIFIED})?`,
    mustBe(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
      `(${QUALIFIED})?`,
      'MyValue',
      'my_value',
      '12345',
    ),
    63,
  );

/** `IsValidPortNum`: 1 to 65535. */
export const portNumber = (port: number): Complaints => (port >= 1 && port <= 65_535 ? [] : [between(1, 65_535)]);

/** `IsValidPortName`: at most 15 characters, with a letter, without two hyphens in a row (RFC 6335). */
export function portName(name: string): Complaints {
  return [
    ...(name.length > 15 ? [noMoreThan(15)] : []),
    ...(/^[-a-z0-9]+$/.test(name) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
  ];
}

/** Of users and of groups. */
export const userId = (id: number): Complaints => (id >= 0 && id <= MAX_INT32 ? [] : [between(0, MAX_INT32)]);

/** `IsValidPercent`: digits and a percent sign. The number may exceed 100. */
export const percent = (text: string): Complaints =>
  matches(text, '[0-9]+%')
    ? []
    : [mustBe("a valid percent string must be a numeric string followed by an ending '%'", '[0-9]+%', '1%', '93%')];

/** `IsHTTPHeaderName`: the headers of an HTTP probe. */
export const httpHeaderName = (text: string): Complaints =>
  matches(text, '[-A-Za-z0-9]+')
    ? []
    : [mustBe("a valid HTTP header must consist of alphanumeric characters or '-'", '[-A-Za-z0-9]+', 'X-Header-Name')];

/** Printable ASCII but `=`. */
export function variableName(text: string): Complaints {
  if (text === '') return ['environment variable name must be non-empty'];
  return /^[ -<>-~]*$/.test(text)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** The key of a ConfigMap or Secret. */
export function dataKey(text: string): Complaints {
  return [
    ...checked(
      text,
      '[-._a-zA-Z0-9]+',
      mustBe(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        '[-._a-zA-Z0-9]+',
        'key.name',
        'KEY_NAME',
        'key-name',
      ),
      253,
    ),
    ...noWayOut(text),
  ];
}

function noWayOut(text: string): Complaints {
  if (text === '.') return ["must not be '.'"];
  if (text === '..') return ["must not be '..'"];
  return text.startsWith('..') ? ["must not start with '..'"] : [];
}

/** What may stand alone in a path: names of roles, of metrics, of kinds. */
export function pathSegment(text: string): Complaints {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter((illegal) => text.includes(illegal)).map((illegal) => `may not contain '${illegal}'`);
}
