import {testGuide} from '../guide.ts';

testGuide('protect-production');
