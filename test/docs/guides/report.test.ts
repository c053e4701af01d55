import {testGuide} from '../guide.ts';

testGuide('report');
