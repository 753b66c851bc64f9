import { expect, test } from 'vitest'
import { readTrackingList } from './tracking-list.ts'

const numbers = ['EB100001', 'EB100002', 'EB100003']
const read = (text: string) => Object.fromEntries(readTrackingList(text, numbers))

test('lines without order numbers are in the order shown, and empty lines don’t count', () => {
  expect(read('1Z999\r\n\r\n  JD 0146 00 \n')).toEqual({ EB100001: '1Z999', EB100002: 'JD 0146 00' })
  expect(read('')).toEqual({})
})

test('lines with order numbers may be in any order, with a tab, comma, semicolon, or space', () => {
  expect(read('eb100003\t1Z3\n#EB100001, 1Z1\nEB100002; 1Z 2')).toEqual({
    EB100001: '1Z1',
    EB100002: '1Z 2',
    EB100003: '1Z3',
  })
})

test.for([
  ['1\n2\n3\n4', 'There are 4 tracking numbers for 3 orders.'],
  ['EB100001 1Z1\n1Z2', 'Line 2 has no order number.'],
  ['EB100009 1Z1', 'Line 1: order EB100009 isn’t in this list.'],
  ['EB100001 1Z1\nEB100001 1Z2', 'Line 2: order EB100001 has a tracking number already.'],
  ['EB100001', 'Line 1 has no tracking number.'],
])('%j is refused with the line and the reason', ([text = '', message = '']) => {
  expect(() => read(text)).toThrow(message)
})
