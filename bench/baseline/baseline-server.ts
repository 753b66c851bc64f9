import { createServer } from 'node:http'
import { Pool } from 'pg'
import { writeCheckoutRows } from './baseline-checkout.ts'

// The least work possible, as a baseline. Arguments: mode, response size, database URL, product ID, user IDs.
const [mode, size, url, id = '', ...users] = process.argv.slice(2)
const body = Buffer.alloc(Number(size), 'x')
const pool = url ? new Pool({ connectionString: url, max: 10 }) : undefined
const SELECT = {
  name: 'bare',
  text: 'select p.*, s.available from products p join stock_levels s on s.product_id = p.id where p.id = $1',
  values: [id],
}

const server = createServer(async (request, response) => {
  if (request.url === '/cpu') {
    const { user, system } = process.cpuUsage()
    response.end(String(user + system))
    return
  }
  if (mode === 'bytes' || !pool) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body)
    return
  }
  if (mode === 'order') {
    await writeCheckoutRows(pool, users[Math.floor(Math.random() * users.length)] ?? '', id)
    response.writeHead(201, { 'content-length': 2 }).end('ok')
    return
  }
  const { rows } = await pool.query(SELECT)
  const json = JSON.stringify(rows[0])
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    .end(json)
})

server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
