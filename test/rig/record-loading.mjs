// Loaded with --import: writes the URL of every module that is loaded, one a line, to $RECORD.
import {appendFileSync} from 'node:fs';
import {registerHooks} from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.RECORD, `${url}\n`);
    return nextLoad(url, context);
  },
});
