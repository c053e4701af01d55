import type {SourceTools} from '../../src/config/source-tools.ts';

/** Reads sources as they are; nothing is on the PATH. */
export const withoutPrograms: SourceTools = {
  source: (kind) => kind.open({env: {}, home: '/nowhere', signal: new AbortController().signal}),
};
