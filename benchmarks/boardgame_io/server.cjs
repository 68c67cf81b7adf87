// A boardgame.io server with its own tutorial's game, as its documentation starts one: in memory, on
// loopback. The board is cleared when it is full, so that a table can be played on for as long as
// it is measured. Run with NODE_PATH naming a folder with boardgame.io in it.

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (!G.cells.includes(null)) G.cells.fill(null);
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
};

const server = Server({ games: [TicTacToe], origins: false });
server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => {
  console.log(`open at http://127.0.0.1:${appServer.address().port}/`);
});
