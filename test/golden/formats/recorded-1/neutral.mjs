// Loaded before the program that records: what it writes names no machine and no person, and a day that has passed everywhere.
import {syncBuiltinESMExports} from 'node:module';
import os from 'node:os';

os.hostname = () => 'build-1';
const {userInfo} = os;
os.userInfo = (options) => ({...userInfo(options), username: 'anna', homedir: '/home/anna'});
syncBuiltinESMExports();

const RealDate = Date;
const offset = Number(process.env.RECORDED_OFFSET_MS ?? 0);
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
