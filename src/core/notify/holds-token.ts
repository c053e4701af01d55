/** Hosts whose addresses are the credential: anyone who knows one can write there. */
const HOOK_HOSTS =
  /(?:^|\.)(?:hooks\.slack\.com|hooks\.slack-gov\.com|discord\.com|discordapp\.com|webhook\.office\.com|logic\.azure\.com|chat\.googleapis\.com|api\.telegram\.org|hooks\.zapier\.com|events\.pagerduty\.com)$/;

/** The minimum length of a path segment that can be a token. */
const TOKEN_LENGTH = 20;

/** Returns why an address may contain a token, without quoting it; undefined if it contains none. The text continues after it. */
export function tokenProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  if (url.username !== '' || url.password !== '') return 'contains a user or a password';
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment, which may contain a token';
  if (HOOK_HOSTS.test(url.hostname)) return 'is a hook whose address is its credential';
  if (url.pathname.split('/').some(looksRandom)) return 'has a part of the path that may be a token';
  return undefined;
}

/** Reports whether a segment is long and mixes letters with digits, as random values do and words do not. */
const looksRandom = (segment: string): boolean =>
  segment.length >= TOKEN_LENGTH && /\d/.test(segment) && /[a-z]/i.test(segment);
