import {testGuide} from '../guide.ts';

testGuide('login');
