/** Messages of apimachinery's `util/validation` about a value; empty if it is valid. */
type Complaints = readonly string[];

const LABEL_1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL_1123}(\\.${LABEL_1123})*`;
const LABEL_UNDERSCORE = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_UNDERSCORE = `${LABEL_UNDERSCORE}(\\.${LABEL_UNDERSCORE})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** The largest value of Go's int32, the type of ports, replicas and most other counts. */
export const MAX_INT32 = 2_147_483_647;

/** Returns the message of `validation.MaxLenError`. */
export const noMoreThan = (most: number): string => `must be no more than ${most} characters`;

/** Returns the message of `validation.InclusiveRangeError`. */
export const between = (least: number, most: number): string => `must be between ${least} and ${most}, inclusive`;

const mustBe = (what: string, pattern: string, ...examples: readonly string[]): string =>
  `${what} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${pattern}')`;

const matches = (text: string, pattern: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);

function checked(text: string, pattern: string, complaint: string, most: number): Complaints {
  return [...(text.length > most ? [noMoreThan(most)] : []), ...(matches(text, pattern) ? [] : [complaint])];
}

/** Checks a DNS label (`IsDNS1123Label`). */
export function dnsLabel(text: string): Complaints {
  // A valid subdomain gets a short message: only its dots are wrong.
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

/** Checks a name like that of a Service (`IsDNS1035Label`): a DNS label whose first character is a letter. */
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

/** Checks the form of most object names (`IsDNS1123Subdomain`), at most 253 characters. */
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

/** Checks a DNS search path of a pod (`IsDNS1123SubdomainWithUnderscore`). */
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

/** Checks the key of a label, an annotation or a condition: `name` or `example.com/name`. */
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

/** Checks a label value (`IsValidLabelValue`): at most 63 characters, may be empty. */
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

/** Checks a port number (`IsValidPortNum`), 1 to 65535. */
export const portNumber = (port: number): Complaints => (port >= 1 && port <= 65_535 ? [] : [between(1, 65_535)]);

/** Checks a port name (`IsValidPortName`): at most 15 characters, with a letter, without two hyphens in a row (RFC 6335). */
export function portName(name: string): Complaints {
  return [
    ...(name.length > 15 ? [noMoreThan(15)] : []),
    ...(/^[-a-z0-9]+$/.test(name) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
  ];
}

/** Checks the ID of a user or a group. */
export const userId = (id: number): Complaints => (id >= 0 && id <= MAX_INT32 ? [] : [between(0, MAX_INT32)]);

/** Checks a percentage (`IsValidPercent`): digits and a percent sign. The number may exceed 100. */
export const percent = (text: string): Complaints =>
  matches(text, '[0-9]+%')
    ? []
    : [mustBe("a valid percent string must be a numeric string followed by an ending '%'", '[0-9]+%', '1%', '93%')];

/** Checks the name of an HTTP header of a probe (`IsHTTPHeaderName`). */
export const httpHeaderName = (text: string): Complaints =>
  matches(text, '[-A-Za-z0-9]+')
    ? []
    : [mustBe("a valid HTTP header must consist of alphanumeric characters or '-'", '[-A-Za-z0-9]+', 'X-Header-Name')];

/** Checks the name of an environment variable: printable ASCII except `=`. */
export function variableName(text: string): Complaints {
  if (text === '') return ['environment variable name must be non-empty'];
  return /^[ -<>-~]*$/.test(text)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Checks the key of a ConfigMap or Secret. */
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

/** Checks a single path segment, such as the name of a role, a metric or a kind. */
export function pathSegment(text: string): Complaints {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter((illegal) => text.includes(illegal)).map((illegal) => `may not contain '${illegal}'`);
}
